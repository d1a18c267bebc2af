' What a spreadsheet program makes of a macro workbook: its modules, its buttons and their macros,
' whether ours compiles, and what each macro asks Python to do. One line of the report each.

Dim report As String

Sub Say(kind As String, text As String)
    Dim number As Integer
    number = FreeFile
    Open report For Append As #number
    Print #number, kind & Chr(9) & text
    Close #number
End Sub

Function Answer(document As Object, macro As String, arguments As Variant) As Variant
    Dim place As String
    place = "vnd.sun.star.script:VBAProject." & macro & "?language=Basic&location=document"
    Answer = document.getScriptProvider().getScript(place).invoke(arguments, Array(), Array())
End Function

' Modules are compiled as a whole, so one that answers has no fault anywhere.
Sub Compile(document As Object, modules As Object, name As String)
    Dim source As String
    source = modules.getByName(name)
    modules.replaceByName(name, source & Chr(10) & "Public Function Probe" & name & "()" & _
        Chr(10) & "Probe" & name & " = ""compiled""" & Chr(10) & "End Function" & Chr(10))
    Say(name, Answer(document, name & ".Probe" & name, Array()))
    modules.replaceByName(name, source)
End Sub

' Instead of running Python, report what it is asked. The module of xlwings would stop all others
' here: LibreOffice knows no #If.
Sub ListenForPython(modules As Object)
    modules.replaceByName("xlwings", "Public Sub RunPython(text)" & Chr(10) & _
        "number = FreeFile" & Chr(10) & "Open """ & report & """ For Append As #number" & Chr(10) & _
        "Print #number, ""python"" & Chr(9) & text" & Chr(10) & "Close #number" & Chr(10) & _
        "End Sub" & Chr(10) & "Public Function XLPy()" & Chr(10) & "End Function" & Chr(10))
    modules.replaceByName("Dictionary", "")
End Sub

Sub Main(source As String, target As String, macros As String)
    Dim options(1) As New com.sun.star.beans.PropertyValue
    Dim document As Object, modules As Object, forms As Object
    report = target
    options(0).Name = "MacroExecutionMode"
    options(0).Value = 4
    options(1).Name = "Hidden"
    options(1).Value = True
    On Error GoTo failed
    document = StarDesktop.loadComponentFromURL(ConvertToURL(source), "_blank", 0, options())
    modules = document.BasicLibraries.getByName("VBAProject")
    Say("modules", Join(modules.ElementNames, " "))
    forms = document.Sheets.getByName("Event").DrawPage.Forms
    For i = 0 To forms.Count - 1
        For j = 0 To forms(i).Count - 1
            For Each bound In forms(i).getScriptEvents(j)
                Say("button", forms(i)(j).Label & Chr(9) & bound.ScriptCode)
            Next
        Next
    Next
    ListenForPython(modules)
    Compile(document, modules, "Tournament")
    For Each macro In Split(macros, " ")
        Say("macro", macro)
        If InStr(macro, "Ribbon_") Then
            Answer(document, "Tournament." & macro, Array(document))
        Else
            Answer(document, "Tournament." & macro, Array())
        End If
    Next
    document.close(True)
    GoTo finish
failed:
    Say("failed", Error)
finish:
    Say("end", "")
    StarDesktop.terminate()
End Sub
